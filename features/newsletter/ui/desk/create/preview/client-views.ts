/** Programs a mail is read with, as far as they show it differently. */
export const clientViews = [
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
  ['bare', 'Without styles'],
  ['text', 'Plain text'],
] as const

export type ClientView = (typeof clientViews)[number][0]

/**
 * A mail as a frame shows it: links do nothing, and the look is chosen instead of asked from the system.
 *
 * @param isBare As programs show it that read no styles in the head.
 */
export function framed(html: string, { isLight, isBare }: { isLight: boolean; isBare: boolean }): string {
  const styled = isBare
    ? html.replace(/<style>[\s\S]*?<\/style>/, '')
    : html.replaceAll('(prefers-color-scheme: light)', isLight ? 'all' : 'not all')
  // A frame without rights opens no window, so that a press on a link goes nowhere.
  return styled.replace('<head>', '<head><base target="_blank">')
}
