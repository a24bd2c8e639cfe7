// Small helpers: elements made from text only, and requests.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  return fill(element, ...children);
}

// New contents; what is null, undefined or false is left out.
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export async function request(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  const response = await fetch(path, options);
  const data = await response.json();
  if (!response.ok) throw new Error(data.error.text);
  return data;
}

export const luck = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

export const remembered = (key, fallback) => localStorage.getItem(`kosmoport.${key}`) ?? fallback;
export const remember = (key, value) => localStorage.setItem(`kosmoport.${key}`, value);

export const LEVELS = ["beginner", "casual", "strong", "expert"];
