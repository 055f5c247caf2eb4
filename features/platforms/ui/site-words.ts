import type { PlatformSite } from '#features/platforms/contract.ts'

/** Why the preview shows a card and no frame: what the server learnt, and what only shows in the browser. */
export type CardReason = NonNullable<PlatformSite['why']> | 'slow' | 'blocked'

/** How long a frame may take to appear. */
export const frameLimitMs = 8_000

/** How a platform's own address is, in two words. */
export const statusWords: Record<PlatformSite['status'], string> = {
  up: 'Answers',
  down: 'No answer',
  unknown: 'Unknown',
}

/** Why there is a card, for a visitor. */
export const reasonWords: Record<CardReason, string> = {
  'unasked': 'Nobody has looked at this site yet, so it is not shown here. It opens in a tab of its own.',
  'down': 'This site did not answer when we last asked. It may be back by now.',
  'shy': 'This site turned our check away, so we cannot say how it is. It may well open for you.',
  'refused': 'This site does not let itself be shown inside another page. It opens in a tab of its own.',
  'no-page': 'This address leads to a file, not to a page.',
  'unsafe': 'This address leads where a preview must not follow.',
  'ours': 'This address leads back to this site.',
  'slow': `This site did not appear within ${frameLimitMs / 1000} seconds. It may open faster in a tab of its own.`,
  'blocked': 'This site led on to a place that is not shown here. It opens in a tab of its own.',
}
