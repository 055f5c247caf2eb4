/** Source files that are mutated together, and the tests that should notice. */
export type MutationModule = {
  name: string
  /** Paths from the project's folder. */
  files: string[]
  /** Globs without `.test.ts`: the tests of any stage that reach the files and are quick. */
  tests: string[]
}

const newsletter = 'features/newsletter/server'
const checkout = 'features/checkout/server'
const reader = 'features/reader/server'

/** The code that carries money, access or mail. */
export const mutationModules: MutationModule[] = [
  {
    name: 'orders',
    files: [`${checkout}/orders/fulfil.ts`, `${checkout}/orders/move-order.ts`],
    tests: [`${checkout}/{orders,claims,cards,mailed,stand-in}/*`],
  },
  {
    name: 'entitlement gate',
    files: [`${reader}/gate.ts`, `${checkout}/shelves/access.ts`],
    tests: [`${reader}/{gate,reader-routes}*`, `${checkout}/shelves/*`, 'features/books/server/desk/books-desk*'],
  },
  {
    name: 'send ledger',
    files: [`${newsletter}/sending/ledger/queries.ts`],
    tests: [`${newsletter}/sending/{faults,sending,recipients,workers}*`, `${newsletter}/sending/ledger/*`],
  },
  {
    name: 'subscribe',
    files: [`${newsletter}/subscribe.ts`, `${newsletter}/subscription.ts`],
    tests: [`${newsletter}/*`, `${newsletter}/preferences/*`],
  },
  {
    name: "owner's sign-in",
    files: ['features/owner/server/gate/gate.ts', 'features/owner/server/gate/owner-cookie.ts'],
    tests: ['features/owner/server/gate/*'],
  },
  {
    name: 'storage',
    files: ['platform/storage/local-storage.ts', 'platform/storage/storage.ts'],
    tests: ['platform/storage/*'],
  },
]
