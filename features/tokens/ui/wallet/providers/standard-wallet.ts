import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { isAddress } from './address.ts'
import type { ReadOnlyWallet } from './read-only-wallet.ts'

type UsedFeatures = Partial<StandardConnectFeature & StandardDisconnectFeature & StandardEventsFeature>

const solana = 'solana:mainnet'

/** Converts a Wallet Standard wallet that supports Solana and connecting; returns undefined for others. */
export function standardWallet(wallet: Wallet, id: string): ReadOnlyWallet | undefined {
  const features = wallet.features as UsedFeatures
  const connect = features['standard:connect']
  if (!connect || !wallet.chains.includes(solana)) return undefined
  const find = (accounts: readonly WalletAccount[] | undefined) => findAddress(accounts ?? [])
  return {
    id,
    name: wallet.name,
    icon: wallet.icon.startsWith('data:image/') ? wallet.icon : undefined,
    async connect() {
      const address = find((await connect.connect()).accounts)
      if (!address) throw new TypeError('the wallet returned no Solana account')
      return address
    },
    async connectSilently() {
      try {
        // Already shared accounts need no request.
        return find(wallet.accounts) ?? find((await connect.connect({ silent: true })).accounts)
      } catch {
        return undefined
      }
    },
    disconnect: async () => features['standard:disconnect']?.disconnect(),
    follow(onAccount) {
      const stop = features['standard:events']?.on('change', ({ accounts }) => {
        if (accounts) onAccount(find(accounts))
      })
      return stop ?? (() => undefined)
    },
  }
}

function findAddress(accounts: readonly WalletAccount[]): string | undefined {
  const account = accounts.find(({ address, chains }) => chains.includes(solana) && isAddress(address))
  return account?.address
}
