import type { PlatformSite } from '#features/platforms/contract.ts'

/** Reasons for a card instead of a frame, found by the server or in the browser. */
export type CardReason = NonNullable<PlatformSite['why']> | 'slow' | 'blocked'

/** Time limit for a frame to load. */
export const frameLimitMs = 8_000

/** Labels of a site's status. */
export const statusLabels: Record<PlatformSite['status'], string> = {
  up: 'Online',
  down: 'Offline',
  unknown: 'Unknown',
}

/** Messages for the reasons of a card. */
export const reasonMessages: Record<CardReason, string> = {
  'unasked': 'We have not checked this site yet, so there is no preview. Open it in a new tab.',
  'down': 'This site did not respond when we last checked. It may be back by now.',
  'shy': 'This site blocked our check, so its status is unknown. It may still open for you.',
  'refused': 'This site does not allow embedding. Open it in a new tab.',
  'no-page': 'This address leads to a file, not to a page.',
  'unsafe': 'This address cannot be previewed safely.',
  'ours': 'This address leads back to this site.',
  'slow': `This site did not load within ${frameLimitMs / 1000} seconds. It may load faster in a new tab.`,
  'blocked': 'This site redirected to an address that cannot be shown here. Open it in a new tab.',
}
