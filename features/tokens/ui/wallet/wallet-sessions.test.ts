import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FakeOutcome } from '#tests/support/fake-wallet.ts'
import { createWalletPage, secondAddress, type WalletPage } from './test-wallet-page.ts'

const sessions = 500

/** Allowed calls: connect, silent connect (in both protocols) and disconnect. */
const allowed = new Set(['connect()', 'connect({"onlyIfTrusted":true})', 'connect({"silent":true})', 'disconnect()'])

const outcome = fc.constantFrom<FakeOutcome>(
  'approve',
  'approve',
  'reject',
  'unauthorised',
  'busy',
  'throw-text',
  'no-address',
  'hang',
)
const wallet = fc.record({
  kind: fc.constantFrom('phantom' as const, 'standard' as const),
  isTrusted: fc.boolean(),
  outcomes: fc.array(outcome, { maxLength: 4 }),
})
const acts = [
  'connect',
  'connect-last',
  'cancel',
  'disconnect',
  'look',
  'reportMissing',
  'focus',
  'wait',
  'other-account',
  'no-account',
  'leave',
] as const
const act = fc.oneof(fc.constantFrom(...acts), wallet)

async function perform(
  page: WalletPage & { handles: { calls: string[] }[] },
  next: (typeof acts)[number],
): Promise<void> {
  const { store } = page
  const [first] = store.getView().wallets
  const handles = (page as ReturnType<typeof createWalletPage>).handles
  const deeds: Record<(typeof acts)[number], () => unknown> = {
    'connect': () => first && store.connect(first.id),
    'connect-last': () => first && store.connect(store.getView().wallets.at(-1)!.id),
    'cancel': () => store.cancel(),
    'disconnect': () => store.disconnect(),
    'look': () => store.detectWallets(),
    'reportMissing': () => store.reportMissing(),
    'focus': () => page.focus(),
    'wait': () => page.settle(),
    'other-account': () => handles[0]?.changeAccount(secondAddress),
    'no-account': () => handles[0]?.changeAccount(null),
    'leave': () => handles.at(-1)?.leave(),
  }
  await deeds[next]()
}

test(`in ${sessions} random sessions a wallet gets only requests to connect and to disconnect`, async () => {
  const calls = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(wallet, { maxLength: 2 }), fc.array(act, { maxLength: 16 }), async (present, session) => {
      const named = (entry: (typeof present)[number], index: number) => ({
        ...entry,
        name: entry.kind === 'phantom' ? 'Phantom' : `Wallet ${index}`,
      })
      const page = createWalletPage(...present.map(named))
      try {
        for (const [index, next] of session.entries()) {
          if (typeof next === 'string') await perform(page, next)
          else page.install(named(next, present.length + index))
          const { state, address } = page.store.getView()
          expect(state === 'connected').toBe(address !== undefined)
        }
        await page.settle()
        const walletCalls = page.handles.flatMap((handle) => handle.calls)
        for (const call of walletCalls) calls.set(call, (calls.get(call) ?? 0) + 1)
        // A wallet window opens only when the visitor requests it.
        const presses = session.filter((next) => next === 'connect' || next === 'connect-last').length
        expect(walletCalls.filter((call) => call === 'connect()').length).toBeLessThanOrEqual(presses)
      } finally {
        page.close()
      }
    }),
    { numRuns: sessions },
  )
  expect(Array.from(calls.keys()).filter((call) => !allowed.has(call))).toEqual([])
  // All of them must occur; otherwise the sessions prove nothing.
  expect(new Set(calls.keys())).toEqual(allowed)
})
