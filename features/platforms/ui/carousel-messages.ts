import type { MessagePart } from '#shared/messages.ts'

/** Texts of pages with the carousel of platforms and its preview dialog. */
export const carouselMessages: readonly MessagePart[] = [
  'site.carousel',
  'platforms.card',
  'platforms.preview',
  'platforms.reasons',
]
