import { nearSection } from '#ui/near/near-section.tsx'
import { definePageSection } from '#ui/page-section.ts'

/** The feature's section of the landing page; its script comes when somebody comes near. */
export const section = definePageSection({
  side: 'B3',
  title: 'Audiobook',
  id: 'audiobook',
  load: ({ books }) => {
    const audiobook = books.audiobookPreview()
    return audiobook && { audiobook }
  },
  Section: nearSection(() => import('./audiobook-section.tsx').then((feature) => feature.AudiobookSection)),
})
