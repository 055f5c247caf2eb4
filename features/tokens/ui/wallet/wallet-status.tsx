import { CircleAlert } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { shortenAddress } from './providers/address.ts'
import { failureTexts, type WalletFailure } from './wallet-failure.ts'
import { walletSite } from './wallet-site.ts'
import type { WalletView } from './wallet-view.ts'

/**
 * Read out when it comes. What is wrong stands on screen; the rest can be seen there anyway.
 *
 * @param isCompact On wide screens it stands above its row, which has no room for it.
 */
export function WalletStatus({ view, isCompact }: { view: WalletView; isCompact: boolean }) {
  return (
    <div role="status" className={classNames('text-small', isCompact && aboveItsRow)}>
      {view.failure ? <Failure failure={view.failure} /> : null}
      {view.state === 'connecting' && view.walletName ? <p className="text-dust">Continue in {view.walletName}’s window.</p> : null}
      {view.address ? <p className="sr-only">Wallet connected: {shortenAddress(view.address)}</p> : null}
    </div>
  )
}

const aboveItsRow =
  'min-[88rem]:absolute min-[88rem]:right-0 min-[88rem]:bottom-full min-[88rem]:mb-4 min-[88rem]:w-80 min-[88rem]:bg-plate-raised min-[88rem]:has-[>:not(.sr-only)]:border min-[88rem]:has-[>:not(.sr-only)]:border-groove min-[88rem]:has-[>:not(.sr-only)]:p-4'

function Failure({ failure }: { failure: WalletFailure }) {
  return (
    <>
      <p className="flex items-start gap-2 text-loss">
        <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0" />
        {failureTexts[failure]}
      </p>
      {failure === 'busy' ? <p className="text-dust">A window of your wallet is open already, perhaps behind this one.</p> : null}
      {failure === 'not-found' ? (
        <p>
          <a
            href={walletSite}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center text-sand underline decoration-groove underline-offset-4"
          >
            Open phantom.app<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      ) : null}
    </>
  )
}
