// What a check of ours needs of Node; the pages themselves run in a browser.
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
}
