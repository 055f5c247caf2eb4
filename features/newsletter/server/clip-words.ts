/** Cuts a line at a word, with an ellipsis for the rest. @param longest Of the answer, in characters. */
export function clipWords(line: string, longest: number): string {
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  const end = cut.lastIndexOf(' ')
  const whole = end > longest / 2 ? cut.slice(0, end) : cut.toWellFormed().replace(/\uFFFD$/, '')
  return `${whole.replace(/[\s,;:–—-]+$/, '')}…`
}
