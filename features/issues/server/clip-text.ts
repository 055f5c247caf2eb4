import { cutText } from '#shared/cut-text.ts'

/** Cuts a line at a word and adds an ellipsis. @param longest Maximum length of the result, in characters. */
export function clipText(line: string, longest: number): string {
  const cut = cutText(line, longest, '…')
  if (!cut.endsWith('…') || cut === line) return cut
  const end = cut.lastIndexOf(' ')
  const whole = end > longest / 2 ? cut.slice(0, end) : cut.slice(0, -1)
  return `${whole.replace(/[\s,;:–—-]+$/, '')}…`
}
