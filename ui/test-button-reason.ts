/**
 * The sentence that a button of some markup is described by.
 *
 * @param button A part of the button's own markup or words.
 * @returns Undefined where the button names none, or where what it names is not on the page.
 */
export function reasonOf(html: string, button: string): string | undefined {
  const tag = html.match(/<button[^>]*>.*?<\/button>/gs)?.find((one) => one.includes(button))
  const id = /aria-describedby="([^"]+)"/.exec(tag ?? '')?.[1]
  return id === undefined ? undefined : new RegExp(`<p id="${id}"[^>]*>([^<]+)`).exec(html)?.[1]
}
