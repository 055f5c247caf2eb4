import { definePageSection } from '#ui/page-section.ts'
import { AudiobookSection } from './audiobook-section.tsx'

/** The feature's section of the landing page. */
export const section = definePageSection({
  side: 'B3',
  title: 'books.section.name',
  id: 'audiobook',
  messages: ['books.section'],
  load: ({ books }) => {
    const audiobook = books.audiobookPreview()
    return audiobook && { audiobook }
  },
  Section: AudiobookSection,
})
