import { definePageSection } from '#ui/page-section.ts'
import { TokensSection } from './tokens-section.tsx'

/** Tokens section of the landing page. */
export const section = definePageSection({
  side: 'B2',
  title: 'Tokens',
  id: 'tokens',
  isInHeader: true,
  load: ({ tokens }) => ({ tokens: tokens.list() }),
  Section: TokensSection,
})
