/** Letters and digits alone, small: what is left when curly quotes, hyphens at line ends, ligatures and blanks make no difference. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
