/** The tabs of the desk, in their order. */
export const deskTabs = [
  { to: '/admin/inbox', label: 'Needs you' },
  { to: '/admin/books', label: 'Books Management' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/collections', label: 'NFT Management' },
  { to: '/admin/submissions', label: 'Artist Submissions' },
  { to: '/newsletter-admin', label: 'Newsletter' },
  { to: '/admin/content', label: 'Content' },
  { to: '/admin/background-jobs', label: 'Background jobs' },
  { to: '/admin/settings', label: 'Settings' },
] as const
