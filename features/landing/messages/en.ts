export const en = {
  nav: 'Home',
  page: {
    title: 'Music by people <br></br>and machines',
    lead: 'Swade is an ecosystem for AI music: artists made with AI and labeled as such, a radio station, books, two tokens, and the tools we needed along the way. Every sound leaves a figure.',
    explore: 'Explore the Ecosystem',
    enter: 'Enter the Virtual World',
    onThisPage: 'On this page',
  },
  description:
    'Music by people and machines: 18+ platforms, a roster of AI artists, six books, two tokens, a radio station and a 40-year journey.',
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    landing: typeof en
  }
}
