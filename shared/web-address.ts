/**
 * A name with a dot in it, then a port, a path or nothing: what people type of a website. A person's mail address is
 * none.
 */
const bareAddress = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*(\.[\p{L}\p{N}\p{M}_-]+)+\.?([:/?#]\S*)?$/u

/**
 * Completes a web address that was typed without `https://`, as browsers do.
 *
 * @returns The whole address, `''` for nothing; what reads like no web address comes back as it was typed, without
 *   blanks around it.
 */
export function completeWebAddress(typed: string): string {
  const words = typed.trim()
  if (words.startsWith('//') && bareAddress.test(words.slice(2))) return `https:${words}`
  return bareAddress.test(words) ? `https://${words}` : words
}

/** Whether a text is a whole web address of http or https. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\s]/i.test(text) && URL.canParse(text)
}
