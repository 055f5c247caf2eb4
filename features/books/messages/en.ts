export const en = {
  nav: 'Books',
  section: {
    name: 'Audiobook',
    title: 'Listen to the audiobook',
    chapters: '{count, plural, one {# chapter, free} other {# chapters, free}}',
    all: 'View All Chapters',
    play: 'Play Preview',
    pause: 'Pause Preview',
  },
  /** Texts for every page with books. */
  shared: {
    free: 'FREE',
    noPrice: 'not set',
    cover: 'Cover of {title}',
    pages: '{count, plural, one {# page} other {# pages}}',
    buy: 'Buy Now',
    downloadFree: 'Download Free',
    categories: {
      'Music': 'Music',
      'Web Development': 'Web Development',
      'Business': 'Business',
      'Technology': 'Technology',
    },
  },
  page: {
    title: 'Books Library',
    description:
      '{count, plural, =0 {Books} one {# book} other {# books}} by [siteName] on making music with AI, building for the web and running a small business.',
    descriptionWithFree:
      '{count, plural, one {# book} other {# books}} by [siteName] on making music with AI, building for the web and running a small business. Includes a free book to download.',
    kicker: '{count, plural, one {# book} other {# books}}',
    lead: 'Learn how to finish a record with AI tools, build a site people come back to, and run a small business. Written after forty years of making records.',
    all: 'All books',
    paid: 'Paid Books',
    onePrice: 'Each paid book is priced at {price}.',
    prices: 'Paid books are priced from {lowest} to {highest}.',
    paidHint: 'Each book’s page has an excerpt and the table of contents.',
    viewBook: 'View Book',
    view: 'view book',
    downloadOf: 'Download Free: {title}, PDF',
    buyOf: 'Buy Now: {title}',
    none: 'No books yet',
    noneText: 'New books are announced in the Friday newsletter.',
    newsletter: 'Go to the newsletter',
  },
  book: {
    description: '{title}: {subtitle}. A book by {author}, {pages}.',
    descriptionFree: '{title}: {subtitle}. A book by {author}, {pages}, free to download.',
    library: 'Books Library',
    back: 'Back to Books Library',
    by: 'by {author}',
    price: 'Price',
    pages: 'Pages',
    format: 'Format',
    pdf: 'PDF',
    preview: 'Preview',
    excerpt: 'Excerpt',
    contents: 'Contents',
    access: 'Free Full Access',
    accessText:
      '{count, plural, one {The full book, # page,} other {The full book, # pages,}} as a PDF. No sign-up required. Share it with anyone you like.',
    downloadFull: 'Download Full PDF',
    read: 'Read',
    readPreview: 'Read Preview',
    download: 'Download',
    listen: 'Listen',
    continue: 'Continue reading: page {page}',
    owned: 'You own this book.',
    free: 'The full book is free. No sign-up required.',
    allPages: 'All pages are free to read.',
    firstPages: '{count, plural, one {The first page is free to read.} other {The first # pages are free to read.}}',
    audiobook: 'Audiobook Edition',
    audiobookLead:
      '{count, plural, one {# narrated chapter} other {# narrated chapters}} that you can listen to while you read.',
    audiobookLeadPartly:
      '{recorded, plural, =0 {The chapters are not narrated yet.} one {# chapter is narrated so far. You can listen to it while you read.} other {# chapters are narrated so far. You can listen to them while you read.}}',
    podcast: 'Prefer your podcast app? Subscribe to the <feed>podcast feed</feed>.',
    about: 'About this edition',
    chapters: '{count, plural, one {# Chapter} other {# Chapters}}',
    narration: 'Narration: {name}',
    audio: 'Audio: {quality}',
    sync: 'Sync with text: pages follow the narration',
  },
  errors: {
    bookNotFound: 'Book not found.',
    notFree: '{title} is not free. Purchase it to get access.',
    chapterNotFound: 'Chapter not found.',
    noRecording: 'There is no recording at this address.',
    purchaseToListen: 'Purchase the book to listen to this recording.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    books: typeof en
  }
}
