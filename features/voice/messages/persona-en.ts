/** Sentences of the built-in persona, used only on the server. */
export const persona = {
  quoted: '“{title}”',
  subjects:
    'Ask me about {name}, the track, the roster, the books,{story, select, yes { the journey,} other {}} the collection, the tokens, the platforms, the next event, or what is on the air.',
  hello: 'Hello. I am software that speaks for {name}. {subjects}',
  thanks: 'You’re welcome.',
  goodbye: 'Goodbye. We do not store the text you typed here.',
  unknown: 'I couldn’t find an answer to that on this site. {subjects}',
  iAm: 'I am the built-in persona of {name}.',
  biographySays: 'The biography says: {text}',
  biography: 'Biography of {name}',
  biographyLead: '{own, select, yes {The biography says:} other {The biography of {name} says:}}',
  legalLead: '{page, select, privacy {The privacy page says:} terms {The terms say:} other {The legal notice says:}}',
  bookLead: 'The description of “{title}” says:',
  noVideo: 'There is no video by {name} on this site yet.',
  music: '{name}’s {count, plural, one {genre} other {genres}}: {genres}. {tagline}',
  listenLabel: 'Where to listen, {name}',
  track: '“{title}” is the featured track by {name}, {length} long.',
  trackLabel: 'Featured track “{title}”',
  noTrack: 'There is no track by {name} on this site yet.',
  isOn: '{name} is on {place}: {url}',
  isNotOn: '{name} is not on {place} yet.',
  video: '{name}’s page has a video: “{title}.”',
  noCollection:
    'There is no collection by {name} yet.{others, select, yes { The market lists the other collections.} other {}}',
  collection:
    'Collection “{name}”: {description} {minted, number} of {supply, number} {minted, plural, one {is} other {are}} minted.',
  collectionLabel: 'Collection “{name}”',
  token: '{name} ({symbol}): {tagline} Uses: {uses}.',
  bookFacts:
    '“{title}: {subtitle}” by {author}, {pages, plural, one {# page} other {# pages}}. {free, select, yes {It is free to read and to download.} other {It costs {price}.}}{chapters, plural, =0 {} one { It also has an audiobook with one chapter, read by {readBy}.} other { It also has an audiobook with # chapters, read by {readBy}.}}',
  syntheticVoice: 'a synthetic voice',
  bookDescribed: '{facts} The description of the book begins: “{text}”',
  bookLabel: 'Book “{title}”',
  chapterLabel: 'Chapter “{chapter}” of “{book}”',
  chapter: '“{chapter}” is chapter {number, number} of “{book}.”',
  bookPublished: '“{title}” was published on {date}. It is a book about {category}.',
  bookContents: '“{title}” has {count, plural, one {one chapter} other {# chapters}}: {list}.',
  venue: 'Virtual World',
  noEvents: 'No events in the virtual venue are announced right now.',
  allCancelled: 'All announced events in the virtual venue are cancelled: {titles}.',
  eventCancelled: '{title} in the virtual venue on {time} is cancelled.',
  eventOn: '{title} is on now in the virtual venue; it started on {time}. {description}',
  eventAt: '{title} takes place in the virtual venue on {time}. {description}',
  eventNext: 'The next event in the virtual venue is {title}, on {time}. {description}',
  books: 'There {count, plural, one {is one book} other {are # books}}: {titles}.',
  startFree:
    'You can start with {title}, because it is free. {count, plural, one {The other book is} other {The other books are}}: {others}.',
  noNextBook: 'No upcoming book is announced on this site. New books are announced in the Friday newsletter.',
  noFavorites: 'I am software and have no favorites.',
  freeTitle: '{title}, which is free',
  noBooks: 'There are no books in the library yet.',
  noBookAbout: 'The library has no book about that. {books}',
  library: 'Books Library',
  bookFree: '{title} is free.',
  bookCosts: '{title} costs {price}.',
  bookBuy: 'Books are sold on their pages in the Books Library. If a book can’t be bought right now, its page says so.',
  tokenPrices: 'Live token prices are on the tokens page.',
  tokens: 'Tokens',
  tokenPrice:
    '{count, plural, =0 {I don’t know token prices, because they change by the minute.} one {I don’t know what {tokens} costs, because its price changes by the minute.} other {I don’t know what {tokens} cost, because their prices change by the minute.}} The tokens page shows the live price, or N/A while there is none.',
  tokenBuy: 'You can buy {tokens} on an exchange. The link is on the tokens page.',
  noTokenBuy:
    'There is no exchange link for {tokens} on this site yet. When there is one, you will find it on the tokens page.',
  outlook:
    'I can’t predict prices, and I don’t give investment advice. The price of a token or a collectible can fall to zero.',
  cashApp:
    'If a book’s page offers Cash App, choose it there. You see a QR code, the recipient, the exact price and a note. Send exactly that price with the note, mark the payment as sent, and email us the receipt with the book ID. We look for the payment ourselves, and the book opens as soon as we have confirmed it. If the page says that the handle is a sample, do not send money.',
  card: 'If a book’s page offers card payments, choose Credit/Debit Card there. You pay on a separate page, and the book opens as soon as the payment is confirmed. If the option says “Test checkout,” no real money is charged, and the book opens for testing only.',
  payment:
    'The book’s page shows how you can pay right now. If it offers card payments, you pay on a separate page. If it offers Cash App, you send the exact price with the note shown there, and we confirm the payment ourselves.',
  account:
    'You don’t need an account on this site. A book opens in the browser you bought it in, and the link in your receipt opens it on your other devices.',
  wallet:
    'You don’t need a wallet to use this site. To connect one, press Connect Wallet on the tokens page. The site only reads the wallet’s address.',
  collectionPrice:
    'I don’t know what the collections cost: other sites sell them and set the prices. The market links to the seller of each collection that is on sale.',
  noCollectionOnSale:
    'No collection is on sale right now. When a collection goes on sale, another site will sell it and set the price, and the market will link to that site.',
  tokenCount: 'There {count, plural, =0 {are no tokens yet} one {is one token} other {are # tokens}}. {list}',
  allGenerated:
    '{count, plural, one {The artist on the roster is} other {All # artists on the roster are}} AI-generated.',
  someGenerated:
    'AI-generated artists on the roster: {generated, number} of {count, number}{any, select, yes { ({names})} other {}}.',
  isGenerated: '{name} is an AI-generated artist, not a person.',
  isNotGenerated: 'This site does not list {name} as AI-generated.',
  spokenAnswers: 'When I answer out loud, you hear a synthetic voice. The biography says about the singing voice:',
  iAmSoftware: 'I speak for this artist, and I am software.',
  software:
    'I am software: the persona built into this site for {name}{generated, select, yes {, who is an AI-generated artist} other {}}. {written, select, yes {No person is typing. A language model ({writer}) writes the answers from what is published on this site, and links to the pages it used.} other {No person is typing and no language model is used. I look for answers in what is published on this site, and link to the pages I used.}}',
  maker: 'I was made by [siteName].',
  privacy:
    'We answer what you type or say here and do not store it. If you talk, your browser turns your speech into text and may send the recording to the maker of the browser; this site receives only the text.{written, select, yes { What you type or say is sent as text to a language model ({writer}) to write the answer.} other {}} Where a voice agent is connected, your voice is sent to it only after you agree in the panel. The privacy page has the details.',
  privacyLabel: 'Privacy',
  contact: 'The legal notice says: {text}',
  contactAt: 'Write to us at {address}. {text}',
  imprint: 'Legal notice',
  recognition: 'Recognition listed on the journey page: {list}.',
  noAwards: 'This site lists no awards for its artists.',
  founderAwards: 'Awards for [siteName] and its founder are on the journey page.',
  journey: 'The journey',
  playThere: 'You can play {title} in the player on {name}’s page.',
  listenHere: 'You can play {title} in the player on this page.',
  playHere: 'I can play “{title}” in the player on this page.',
  otherMusic:
    'I can only play music from this site: {track, select, none {the radio} other {“{track},” or the radio}}.',
  onAir: 'On the air now: “{title}” by {artist}.',
  radioLabel: '[siteName] Radio',
  nothingOnAir: 'The radio is silent right now.',
  playedBefore: 'Before it: “{title}” by {artist}.',
  playsNext: 'Next: “{title}” by {artist}.',
  noPreviousSong: 'I don’t know what played before.',
  noNextSong: 'I don’t know what plays next.',
  turningOn: '{onAir} Turning the radio on.',
  listeners: 'While the radio plays, the bar at the bottom of the page shows how many people are listening.',
  playRadio: 'Play the radio',
  playingRadio: 'Playing the radio',
  play: 'Play “{title}”',
  playing: 'Playing “{title}”',
  open: 'Open “{title}”',
  opening: 'Opening “{title}”',
  tracks:
    'The roster has {count, plural, =0 {no featured tracks yet} one {one featured track: {list}} other {# featured tracks: {list}}}.',
  trackBy: '“{title}” by {name}',
  roster: 'There {count, plural, one {is one artist} other {are # artists}} on the roster: {list}.',
  rosterLabel: '[siteName] Fam',
  platforms:
    'There {count, plural, =0 {are no platforms yet.} one {is one platform: {list}.} other {are # platforms: {list}.}}',
  ecosystem: 'Ecosystem',
  collections:
    'There {count, plural, =0 {are no collections yet.} one {is one collection: {list}.} other {are # collections: {list}.}}',
  pieces:
    '{minted, plural, =0 {No NFTs are minted yet.} one {One NFT is minted.} other {# NFTs in {collections, plural, one {one collection} other {# collections}} are minted.}}{left, plural, =0 {} one { One is still to be minted.} other { # are still to be minted.}}',
  market: 'Market',
  submit:
    'You can submit a track to the radio with the form on this site: one MP3 file of up to {size, number} MB. A person listens to every track and decides.',
  submitLabel: 'Submit your music',
  hearBack:
    'A person listens to every track, so we can’t say how long it takes. We’ll email you our decision, and the private status page of your track shows where it is.',
  podcast:
    'The audiobook of {title} is also a podcast, and it is free. The link to its feed is on the book’s page, and all feeds of this site are on the developers page.',
  noPodcast: 'There is no podcast on this site yet.',
  api: 'This site has a public, read-only API. You need no key and no account. The developers page describes it.',
  developers: 'Developers',
  languages:
    'I answer in English and Spanish, in the language of the page. You can change the language at the bottom of the page.',
  newsletter:
    'The Friday newsletter is sent every Friday at 9 AM EST. It is about AI music and creative technology. You can sign up on its page.',
  newsletterLabel: 'The Friday newsletter',
  venueEntrance: 'You can enter the virtual venue on the home page, under Virtual World.',
  venueNeeds:
    'The virtual venue runs in your browser. You don’t need an account, an app, a headset or a microphone, and entering is free.',
  venueNeedsOutside:
    'You don’t need an account on this site. The virtual venue is on {host}, another company’s site, which may ask you to sign in.',
  myBooks:
    'My Books lists the books you own in this browser. With the email address of your order, it can also send you your personal links, which open your books on any device and do not expire.',
  myBooksLabel: 'My Books',
  refund: 'The terms say when you can withdraw from a purchase and get a refund. To withdraw, use the withdrawal form.',
  terms: 'Terms',
  withdraw: 'Withdraw from contract',
  founder: 'The journey page tells the founder’s story. It begins: {text}',
  operator:
    '[siteName] runs this site and is named in the legal notice.{story, select, yes { The journey page tells the founder’s story.} other {}}',
  allBooksBy: '{count, plural, one {The only book here is} other {All # books are}} by {author}.',
  booksBy: 'By {author}: {titles}.',
  sameLength: '{pages, plural, one {Every book has one page.} other {Every book has # pages.}}',
  shortest: 'Shortest: {titles}, {pages, plural, one {one page} other {# pages}}.',
  longest: 'Longest: {titles}, {pages, plural, one {one page} other {# pages}}.',
  freeBooks: '{count, plural, one {{titles} is free.} other {{titles} are free.}}',
  samePrice:
    '{count, plural, one {The only book for sale costs {price}.} other {Each of the # books for sale costs {price}.}}',
  cheapest: 'Lowest price: {price} for {titles}.',
  dearest: 'Highest price: {price} for {titles}.',
  preview:
    'You can read the first {pages, plural, one {page} other {# pages}} of each book for sale for free, on the book’s page.',
  download:
    'You can download a bought book as a PDF on its page and in the reader, in any browser where the book is open. My Books lists the books you own in this browser and can email you your personal links.',
  offline:
    'Downloaded PDFs open offline, and the reader can save pages for reading offline. The radio needs a connection.',
  print:
    'You can download a book you bought, or a free one, as a PDF without copy protection, which any program that opens PDFs can print. You may share a free book, but not a bought one.',
  bookFormats:
    'You read a book in an up-to-date web browser or as a PDF, on any device that opens PDFs. There are no other formats, such as EPUB.',
  gift: 'You can’t buy a book as a gift here: a bought book is yours to read, and you may not pass it on. You may share a free book with others, unchanged.',
  bookLanguages:
    'This site does not name the language of each book. You can read a part of every book for free before you buy it.',
  receipt:
    'When your payment is confirmed, we email you a receipt with your order code and a personal link, if you gave an email address. If you gave none, you can add one on the book’s page in the browser you ordered from.',
  order:
    'The book opens as soon as your payment is confirmed: open its page in the browser you ordered from. We confirm Cash App payments ourselves, so they take longer. My Books lists the books you own in this browser and can email you your personal links.',
  orderHelp: 'If the book still does not open, write to {address} with your order code.',
  otherPayments:
    'You can pay for a book only by card or with Cash App, and the book’s page shows what is offered right now.',
  submitFile:
    'The form takes one MP3 file of up to {size, number} MB, {seconds, number} seconds to {minutes, number} minutes long. Other formats, such as WAV, are not accepted.',
  submitRights:
    'To submit a track, you confirm that you own it and all rights to it, or have permission from those who do, and you agree that [siteName] Radio may broadcast it. The form asks for no other rights. Until it is declined, you can withdraw the track on its private status page.',
  submitPaid:
    'This site says nothing about payments for plays. To submit a track, you agree that [siteName] Radio may broadcast it.',
  submitUse:
    'I don’t know more than the privacy page, which says what we use a submitted track and its details for: {text}',
  emailPrivacy:
    'We store your email address with what you gave it for, such as an order, the newsletter or a submitted track. Service providers may handle it for us, such as the mail relay that delivers our emails. Part of it is shown on every page of a book that you buy. If you pay by card, the card payment provider may ask you for it, too. The privacy page lists the service providers.',
  nftMeaning:
    'An NFT (non-fungible token) is a unique record on a blockchain that says who holds a digital item, such as an artwork. The market lists the collections of the ecosystem.',
  noNftSales:
    'This site sells no NFTs, and you can’t sell yours here. The market lists the collections of the ecosystem.',
  collectionSellers: 'It links to the seller of each collection that is on sale.',
  askForUse: 'To use something from this site, write to {address} first.',
  embed:
    'You can embed the radio or a featured track on your own site. The developers page shows the players and the code.',
  radioFree: 'Listening to the radio is free. You need no account and no token.',
  freeHere: 'You can talk to me, listen to the radio and subscribe to the newsletter for free.',
  paidBooks: '{count, plural, one {One book costs} other {# books cost}} money; the price is on its page.',
  oneTrack: 'There is one track by {name} on this site.',
  noReleaseDates: 'This site does not say when a track was released.',
  otherArtists:
    '[siteName] Fam has {count, plural, one {one artist} other {# artists}}. Other musicians can submit a track to the radio. For anything else, write to us.',
} as const
