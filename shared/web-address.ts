/** Matches a host name with a dot and an optional port or path, but no email address. */
const bareAddress = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*(\.[\p{L}\p{N}\p{M}_-]+)+\.?([:/?#]\S*)?$/u

/**
 * Completes a URL typed without `https://`, as browsers do.
 *
 * @returns The full URL, or `''` for empty input; other input is returned trimmed.
 */
export function completeWebAddress(typed: string): string {
  const words = typed.trim()
  if (words.startsWith('//') && bareAddress.test(words.slice(2))) return `https:${words}`
  return bareAddress.test(words) ? `https://${words}` : words
}

/** Returns whether a text is an absolute http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\s]/i.test(text) && URL.canParse(text)
}

/** Returns the origin of an address on another site as a list; empty for a path of this site and for no address. */
export function externalOriginOf(address: string): string[] {
  return isWebAddress(address) ? [new URL(address).origin] : []
}
