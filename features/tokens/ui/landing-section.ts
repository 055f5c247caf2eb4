import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'B2',
  title: 'Tokens',
  id: 'tokens',
  isInHeader: true,
  load: ({ tokens }) => ({ tokens: tokens.list() }),
  Section: nearSection(() => import('./tokens-section.tsx').then((feature) => feature.TokensSection)),
})
