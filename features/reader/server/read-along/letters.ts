import { foldText } from '#shared/fold-text.ts'

/**
 * Returns letters and digits only, folded as in search: quotes, hyphens at line ends, ligatures, case and spaces make
 * no difference.
 */
export function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}
