import type { WalletFailure } from './wallet-failure.ts'

const rejectedByVisitor = 4001
const windowIsOpen = -32002

/** What a wallet threw, read by its code; wallets throw errors, plain objects and strings. */
export function readFailure(thrown: unknown): WalletFailure {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  if (code === rejectedByVisitor) return 'rejected'
  return code === windowIsOpen ? 'busy' : 'failed'
}
