export const en = {
  nav: 'Tokens',
  head: {
    title: 'Tokens: SWADEZ and SWADEX',
    description:
      'The two Solana tokens of the ecosystem: their uses, their live prices where available, and how to verify the real ones.',
  },
  section: {
    name: 'Tokens',
    title: 'SWADEZ and SWADEX, two tokens on Solana',
    lead: 'SWADEZ is for listeners, SWADEX for people who make things. You don’t need either of them to listen to the radio, read the free book or meet the artists.',
    more: 'More about both',
  },
  card: {
    uses: 'Uses of {symbol}',
    noExchange: 'No exchange link yet. It will appear here once the token is listed.',
    buy: 'Buy {symbol}',
    newTab: '(opens in a new tab)',
    exchange: 'Opens {host}, a decentralized exchange that we do not run.',
  },
  page: {
    kicker: 'Tokens',
    heading: 'SWADEZ and SWADEX',
    lead: 'SWADEZ is for people who come to listen. SWADEX is for people who make things. This page says what each token is for and what neither can do.',
    both: 'The two tokens',
    prices: 'Live prices',
    warning: 'Before you buy anything',
    warningText:
      'The price of a token can fall to zero, and prices in small markets can jump. This site gives no financial advice and makes no offer, and holding a token gives you no share in anyone’s income. Only spend what you can afford to lose.',
    verify: 'Verify the mint address',
    verifyLead:
      'Anyone can create a token with any name. Only the mint address proves that it is ours, and it must match to the last character.',
    mint: '{name} ({symbol}) mint address',
    noMint: 'Not published. Until an address appears here, anything sold as {symbol} is not ours.',
    ruleWhole:
      'Compare the whole mint address with the one on this page. The first and last four characters are easy to fake.',
    ruleAddress: 'Open this page from an address you typed yourself, never from a message that asks you to hurry.',
    ruleSecrets: 'We never ask for a recovery phrase, and nothing on this site asks your wallet to sign anything.',
  },
  prices: {
    loading: 'Loading',
    unknown: 'N/A',
    unknownLabel: 'not available',
    old: '{age} old',
    thin: 'Thin market',
    refresh: 'Refresh prices',
    source: 'Price source for {symbol}',
    sourceFailed: 'Couldn’t load the price source. Check your connection and try again.',
    facts: {
      close: 'Close',
      source: 'Source',
      noMint: 'None. No mint address is published, so anything sold under this name is not ours.',
      reported: '{source}, {age} ago',
      reportedTooOld: '{source}, {age} ago. This is too old to show.',
      noReport: 'No source has reported a price.',
      mint: 'Mint address',
      liquidity: 'Liquidity',
      noLiquidity: 'Not reported',
      thinMarket:
        '{liquidity}. This is a thin market: a purchase of a few hundred dollars can move the price by several percent.',
      pool: 'Pool',
      market: '{venue}, {address}',
      unnamedMarket: 'Unnamed market, {address}',
      range: 'Price range',
      noRange: 'Not enough data yet. A price is recorded every 15 minutes.',
      steady: 'Steady at {price} {hours, plural, =1 {in the last hour} other {in the last # h}}',
      between: 'Between {low} and {high} {hours, plural, =1 {in the last hour} other {in the last # h}}',
    },
  },
  panel: {
    title: 'Prices in US dollars',
    token: 'Token',
    history: 'Last 24 hours',
    price: 'Price',
    priceAndChange: 'Price<narrow>, 24 h change</narrow>',
    change: 'Change',
    noScript: 'Live prices need JavaScript, which is turned off in your browser.',
    outcome: {
      failed: 'Couldn’t update prices. Showing the last known prices.',
      off: 'No live price source is connected.',
      none: 'No price is available right now.',
      fresh: 'Prices are up to date.',
      oldest: 'The oldest price is {age} old.',
    },
    note: {
      loading: 'Loading prices.',
      failed: 'Couldn’t load prices. The page retries every 30 seconds.',
      off: 'No live price source is connected. We show N/A rather than a number we cannot verify.',
      unavailable: 'No price source is responding right now. We show N/A rather than a number we cannot verify.',
      live: 'Our server, never your browser, fetches prices every 30 seconds and shows them as reported. N/A means that no source has reported a price.',
    },
  },
  strip: {
    title: 'Token prices',
    noScript: 'Prices need JavaScript',
    none: {
      off: '{symbols}: no live price source is connected, so no prices are shown.',
      unavailable: '{symbols}: no price source is responding right now. We try again every 30 seconds.',
    },
    outcome: {
      failed: 'Update failed',
      off: 'No live price source',
      none: 'No price available',
      fresh: 'Up to date',
      oldest: 'Oldest: {age} ago',
    },
    note: {
      loading: 'Loading prices',
      failed: 'Couldn’t load prices',
      off: 'No live price source',
      unavailable: 'No live price source',
      live: 'USD, updated every 30 s',
    },
  },
  wallet: {
    title: 'Wallet',
    noScript: 'Connecting a wallet needs JavaScript. The rest of this page works without a wallet.',
    connect: 'Connect Wallet',
    connecting: 'Connecting...',
    disconnect: 'Disconnect',
    cancel: 'Cancel',
    buy: 'Buy {symbol}',
    buyAt: 'on {host} (opens in a new tab)',
    promise: 'We only read your wallet address. This site can’t ask your wallet to sign or send anything.',
    noApp: 'No wallet app yet? <download>Get Phantom</download>',
    continue: 'Continue in {wallet}’s window.',
    connected: 'Wallet connected: {address}',
    busyHint: 'Your wallet already has a window open, perhaps behind this one.',
    openSite: 'Open phantom.app<hidden> (opens in a new tab)</hidden>',
    choose: 'Choose a wallet',
    failure: {
      'rejected': 'Connection request rejected. Please try again.',
      'failed': 'Failed to connect wallet. Please try again.',
      'busy': 'Failed to connect wallet. Please try again.',
      'not-found': 'Phantom wallet not detected. Please install Phantom and refresh the page.',
    },
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    tokens: typeof en
  }
}
