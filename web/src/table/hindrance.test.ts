import { expect, test } from "vitest";
import { hindranceIn } from "./hindrance";

const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
const TABLET =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";
const asked = { permission: "default" };
const able = { isSecureContext: true, navigator: { userAgent: LINUX }, Notification: asked, PushManager: {} };

test("a browser that can be called is offered it", () => {
  expect(hindranceIn(able)).toBeNull();
  expect(hindranceIn({ ...able, navigator: { userAgent: PHONE } })).toBeNull(); // the installed app
});

test("what hinders it is named by what would help", () => {
  const unable = { isSecureContext: true, Notification: asked };
  expect(hindranceIn({ ...able, isSecureContext: false })).toBe("insecure");
  expect(hindranceIn({ ...able, Notification: { permission: "denied" } })).toBe("blocked");
  expect(hindranceIn({ ...unable, navigator: { userAgent: LINUX } })).toBe("browser");
  expect(hindranceIn({ ...unable, navigator: { userAgent: PHONE } })).toBe("install");
  expect(hindranceIn({ ...unable, navigator: { userAgent: TABLET, maxTouchPoints: 5 } })).toBe("install");
  expect(hindranceIn({ ...unable, navigator: { userAgent: TABLET, maxTouchPoints: 0 } })).toBe("browser");
});
