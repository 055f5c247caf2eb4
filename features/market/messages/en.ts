export const en = {
  nav: 'Market',
  head: {
    title: 'Market',
    description:
      'The NFT collections of the ecosystem: what each piece is, how many are minted, the total supply, and whether it is on sale.',
  },
  page: {
    kicker: 'Market',
    heading: 'NFT collections',
    lead: 'Each collection is limited to a fixed number of pieces. Its description says what you get. Listening to the music stays free.',
    total: '{count, plural, one {collection} other {collections}}',
    minted: '{count, plural, one {NFT minted} other {NFTs minted}}',
    left: 'still to be minted',
    onSale: 'On sale now',
    all: 'All collections',
    none: 'No collections yet',
    noneText: 'New collections are announced in the Friday newsletter.',
    noneOnSale: 'No collections on sale',
    noneOnSaleText:
      'Browse all collections below. When one goes on sale, the Friday newsletter announces it and this page links to the site that sells it. Do not buy these collections through any other link.',
    newsletter: 'Go to the newsletter',
    edition: '[siteName] edition',
    piecesLeft: '{count, number} <dim>left</dim>',
    mintedOf: '{minted, number} <dim>of {supply, number} minted</dim>',
    buyOn: 'Buy on {host}',
    buyOnHint: ': {name} (opens in a new tab)',
    viewOn: 'View on {host}',
    newTab: '(opens in a new tab)',
    exchanges:
      'We neither run the sites that sell these collections nor set the prices. This site never asks your wallet to sign anything. Those sites will, so read each request before you sign.',
    tag: { 'on-sale': 'On sale', 'sold-out': 'Sold out', 'closed': 'Closed' },
    noLink: {
      'not-on-sale': 'Not on sale right now',
      'sold-out': 'All pieces are minted',
      'closed': 'No more will be minted',
    },
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    market: typeof en
  }
}
