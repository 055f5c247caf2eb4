import { definePageSection } from '#ui/page-section.ts'
import { TokensSection } from './tokens-section.tsx'

/** Tokens section of the landing page; the strip of prices below the hero is on the same page. */
export const section = definePageSection({
  side: 'B2',
  title: 'Tokens',
  id: 'tokens',
  isInHeader: true,
  messages: ['tokens.section', 'tokens.card', 'tokens.prices', 'tokens.strip', 'tokens.wallet'],
  load: ({ tokens }) => ({ tokens: tokens.list() }),
  Section: TokensSection,
})
