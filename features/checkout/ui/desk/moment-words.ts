/** A moment as the desk writes it: `2026-11-21 16:04:31 UTC`. */
export function momentInWords(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
