/** What each role may do, in a few words. */
export const roleWords = [
  ['viewer', 'reads'],
  ['editor', 'writes and sends'],
  ['super_admin', 'everything'],
] as const
