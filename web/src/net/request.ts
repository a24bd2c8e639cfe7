// Requests to the server; what goes wrong comes as one error with an id and a sentence.
import type { ErrorAnswer } from "../protocol";
import { capital } from "../words/catalogue";
import { common, knowsRefusal, t } from "../words/words.svelte";

export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly id: string,
    text: string,
  ) {
    super(text);
  }

  /** What to show: in the reader's language where there are words for it. */
  get shown(): string {
    if (knowsRefusal(this.id)) return capital(common("refusal", this.id)) + ".";
    if (this.status === 0) return t("error.offline");
    if (this.status === 404) return t("error.not_found");
    if (this.id === "too_much") return t("error.too_much");
    if (this.status === 429) return t("error.too_many");
    if (this.status >= 500) return t("error.server");
    return this.message;
  }
}

interface Asking {
  body?: unknown;
  token?: string | null;
}

/** Ask the server; the answer as what its type says, or a RequestError. */
export async function request<T>(method: string, path: string, { body, token }: Asking = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new RequestError(0, "offline", "offline");
  }
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const error = (data as ErrorAnswer | null)?.error;
  throw new RequestError(answer.status, error?.id ?? "unknown", error?.text ?? answer.statusText);
}
