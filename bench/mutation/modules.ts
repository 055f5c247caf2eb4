/** Source files that are mutated together, and the tests that should notice. */
export type MutationModule = {
  name: string
  /** Paths from the project's folder. */
  files: string[]
  /** Globs without `.test.ts`: quick tests of any stage that reach the files, in the order in which they run. */
  tests: string[]
}

const delivery = 'features/delivery/server'
const subscribers = 'features/subscribers/server'
const checkout = 'features/checkout/server'
const reader = 'features/reader/server'

/** Modules that carry money, access or mail. */
export const mutationModules: MutationModule[] = [
  {
    name: 'orders',
    files: [`${checkout}/orders/fulfil.ts`, `${checkout}/orders/change-order-state.ts`],
    tests: [
      `${checkout}/orders/{change-order-state,fulfil,unseen}*`,
      `${checkout}/{orders,claims,cards,emails-and-links,test-checkout}/*`,
    ],
  },
  {
    name: 'entitlement gate',
    files: [`${reader}/access.ts`, `${checkout}/library/book-access.ts`],
    tests: [
      `${reader}/access*`,
      `${checkout}/library/*`,
      `${reader}/reader-routes*`,
      'features/books/server/admin/books-admin*',
    ],
  },
  {
    name: 'send ledger',
    files: [`${delivery}/sending/queries.ts`],
    tests: [`${delivery}/sending/queries*`, `${delivery}/sending/{sending,faults,recipients,workers}*`],
  },
  {
    name: 'subscribe',
    files: [`${subscribers}/subscribe.ts`, `${subscribers}/subscription.ts`],
    tests: [`${subscribers}/subscri*`, `${subscribers}/*`],
  },
  {
    name: "owner's sign-in",
    files: ['features/owner/server/sign-in/sign-in.ts', 'features/owner/server/sign-in/owner-cookie.ts'],
    tests: ['features/owner/server/sign-in/owner-cookie*', 'features/owner/server/sign-in/*'],
  },
  {
    name: 'storage',
    files: ['platform/storage/local-storage.ts', 'platform/storage/storage.ts'],
    tests: ['platform/storage/*'],
  },
]
