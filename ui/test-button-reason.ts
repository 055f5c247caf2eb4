/**
 * Returns the text of a button's `aria-describedby` in some markup.
 *
 * @param button A part of the button's markup or text.
 * @returns undefined if the button has none, or the element is missing.
 */
export function reasonOf(html: string, button: string): string | undefined {
  const tag = html.match(/<button[^>]*>.*?<\/button>/gs)?.find((one) => one.includes(button))
  const id = /aria-describedby="([^"]+)"/.exec(tag ?? '')?.[1]
  return id === undefined ? undefined : new RegExp(`<p id="${id}"[^>]*>([^<]+)`).exec(html)?.[1]
}
