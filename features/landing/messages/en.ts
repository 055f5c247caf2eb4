export const en = {
  nav: 'Home',
  page: {
    title: 'One ecosystem <br></br>for AI music',
    lead: '[siteName] is home to artists made with AI and labeled as such, a radio station that plays them around the clock, books, two tokens and 18+ platforms.',
    explore: 'Explore the Ecosystem',
    enter: 'Enter the Virtual World',
    onThisPage: 'On this page',
  },
  description:
    'One ecosystem for AI music: 18+ platforms, a roster of artists, books, two tokens, a radio station and a 40-year journey.',
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    landing: typeof en
  }
}
