export const en = {
  nav: 'Journey',
  description:
    'Forty years of making records, from a four-track cassette machine to an ecosystem of AI artists, books, tokens and platforms.',
  feed: '[siteName]: milestones of the journey',
  persona: {
    label: 'The journey',
    lead: 'The journey page says:',
    dated: '{period}, “{title}”:',
  },
  section: {
    present: 'present',
    name: 'Timeline',
    title: 'A 40-year journey in four eras',
    lead: 'From a cassette recorder that ran slightly fast to software that sings. In the years between the eras, the founder released no records of his own.',
    more: 'View Full Journey',
    awards: 'Awards, {period}',
  },
  page: {
    present: 'present',
    title: 'The Journey',
    kicker: '40-year journey',
    roots: 'Early Roots',
    timeline: 'Career Timeline',
    tags: 'Category and award',
    award: '<hidden>Award: </hidden>{award}',
    ecosystem: 'The Ecosystem',
    ecosystemLead: '{count, number} platforms that grew out of this work, and why each was built.',
    infrastructure: 'Blockchain Infrastructure',
    recognitionAndLegacy: 'Recognition & Legacy',
    recognition: 'Recognition',
    legacy: 'Legacy',
    onward: 'Keep exploring',
    explore: 'Explore Ecosystem',
    meet: 'Meet [siteName] Fam',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    journey: typeof en
  }
}
