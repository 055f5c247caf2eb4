import { foldText } from '#shared/fold-text.ts'

/**
 * Letters and digits alone, folded as search folds them: curly quotes, hyphens at line ends, ligatures, case and blanks
 * make no difference.
 */
export function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}
