export const en = {
  feed: '[siteName]: the Friday newsletter',
  head: {
    newsletter: 'The Friday newsletter',
    list: 'Newsletter issues',
    notFound: 'Issue Not Found',
  },
  labels: {
    number: 'No. {number}',
    weekly: 'Weekly',
    digest: 'Monthly digest',
  },
  archive: {
    label: 'Issues',
    count: '{count, plural, one {1 issue} other {# issues}}',
    all: 'All issues',
    earlier: 'Earlier issues',
    feed: 'RSS feed',
    latest: 'Latest issue',
    read: 'Read the issue',
    first: 'No earlier issues yet',
    firstText: 'Every issue stays in this archive. A new one is sent every Friday.',
    none: 'No issues in the archive yet',
    noneText: 'Issues appear here after they are sent. Subscribers get each one by email.',
    pages: 'Pages of issues',
  },
  page: {
    all: 'All issues',
    insights: 'Key insights',
    tools: 'Tools',
    sources: 'Sources',
    source: 'Source: <link>{title}</link>',
    others: 'Other issues',
    previous: 'Previous issue, {number}',
    next: 'Next issue, {number}',
    notFound: 'Issue Not Found',
    notFoundText: 'There is no issue at this address. The address may be mistyped, or the issue has not been sent yet.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    issues: typeof en
  }
}
