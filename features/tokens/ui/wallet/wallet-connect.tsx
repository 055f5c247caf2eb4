import { Suspense, useId, useRef, useState, lazy, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Token } from '#features/tokens/contract.ts'
import { Button, ButtonAnchor, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { shortenAddress } from './providers/address.ts'
import { walletDownload, walletSite, browseLink, isPhone } from './wallet-site.ts'
import { useStore } from 'zustand'
import { createLazyWallet } from './lazy-wallet.ts'
import { createWalletDetector } from './wallet-detector.ts'
import { noWallet, type WalletView } from './wallet-view.ts'
import { CircleAlert } from 'lucide-react'
import type { WalletFailure } from './wallet-failure.ts'

/**
 * Status of the wallet, announced by screen readers; failures are visible.
 *
 * @param isCompact Whether the layout is compact, with the status above its row on wide screens.
 */
function WalletStatus({ view, isCompact }: { view: WalletView; isCompact: boolean }) {
  const t = useTranslations('tokens.wallet')
  return (
    <div role="status" className={classNames('text-small', isCompact && aboveItsRow)}>
      {view.failure ? <Failure failure={view.failure} /> : null}
      {view.state === 'connecting' && view.walletName ? (
        <p className="text-dust">{t('continue', { wallet: view.walletName })}</p>
      ) : null}
      {view.address ? <p className="sr-only">{t('connected', { address: shortenAddress(view.address) })}</p> : null}
    </div>
  )
}

const aboveItsRow =
  'min-[88rem]:absolute min-[88rem]:right-0 min-[88rem]:bottom-full min-[88rem]:mb-4 min-[88rem]:w-80 min-[88rem]:bg-plate-raised min-[88rem]:has-[>:not(.sr-only)]:border min-[88rem]:has-[>:not(.sr-only)]:border-groove min-[88rem]:has-[>:not(.sr-only)]:p-4'

function Failure({ failure }: { failure: WalletFailure }) {
  const t = useTranslations('tokens.wallet')
  return (
    <>
      <p className="flex items-start gap-2 text-loss">
        <CircleAlert size={16} className="mt-1 shrink-0" />
        {t(`failure.${failure}`)}
      </p>
      {failure === 'busy' ? <p className="text-dust">{t('busyHint')}</p> : null}
      {failure === 'not-found' ? (
        <p>
          <a
            href={walletSite}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center text-sand underline decoration-groove underline-offset-4"
          >
            {t.rich('openSite', { hidden: (words) => <span className="sr-only">{words}</span> })}
          </a>
        </p>
      ) : null}
    </>
  )
}

const loadBundle = () => import('./wallet-bundle.tsx')

/** Wallet of this page, shared by all its controls. */
const wallet = createLazyWallet(async () => (await loadBundle()).store, createWalletDetector)

/** Loaded with the wallet code, so it is available when there is a choice. */
const WalletChooser = lazy(async () => ({ default: (await loadBundle()).WalletChooser }))

const shown = { getState: wallet.getView, getInitialState: () => noWallet, subscribe: wallet.subscribe }

/** Returns the current wallet view. */
function useWallet(): WalletView {
  return useStore(shown)
}

/** Returns the app link on phones without a wallet; undefined on computers. */
function useAppLink(): string | undefined {
  return useSyncExternalStore(subscribeToAddress, readAppLink, () => undefined)
}

/** Reads the app link now, because a click may come before hydration. */
function readAppLink(): string | undefined {
  return isPhone(navigator) ? browseLink(location) : undefined
}

function subscribeToAddress(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/**
 * Control that connects the visitor’s wallet and shows its address; all controls of a page share one wallet.
 *
 * @param isCompact Whether the layout is compact; on wide screens the privacy notice is then for screen readers only.
 * @param onSale Token with a buy link, shown while a wallet is connected.
 */
export function WalletConnect({ isCompact = false, onSale }: { isCompact?: boolean; onSale: Token | undefined }) {
  const t = useTranslations('tokens.wallet')
  const view = useWallet()
  const appLink = useAppLink()
  const chooser = `wallets-${useId()}`
  const [openCount, setOpenCount] = useState(0)
  const button = useRef<HTMLButtonElement>(null)

  const connect = () => wallet.connectOrChoose(() => setOpenCount((before) => before + 1))
  function press() {
    if (view.state === 'connecting') return
    if (view.state === 'connected') return wallet.disconnect()
    if (connect()) return
    const link = readAppLink()
    if (link) return location.assign(link)
    // Called directly in the click handler, because the browser would otherwise block the tab as a popup.
    window.open(walletSite, '_blank', 'noopener')
    wallet.reportMissing()
  }

  const leavesForApp = appLink && view.state === 'disconnected' && view.wallets.length === 0 && !view.isAwaited
  return (
    <div
      role="group"
      aria-label={t('title')}
      data-wallet={view.state}
      className={classNames('flex min-w-0 flex-col gap-2', isCompact && 'min-[88rem]:relative min-[88rem]:gap-0')}
    >
      <p className="hidden text-small text-dust noscript:block">{t('noScript')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
        {view.address ? (
          <code className="figures text-small text-sand" title={view.address}>
            {shortenAddress(view.address)}
          </code>
        ) : null}
        {leavesForApp ? (
          // A tapped link opens the app; a script redirect does not.
          <a href={appLink} onClick={(event) => connect() && event.preventDefault()} className={buttonClass('quiet')}>
            {t('connect')}
          </a>
        ) : (
          // One button for all states, so that it keeps the focus.
          <button
            ref={button}
            type="button"
            onClick={press}
            aria-disabled={view.state === 'connecting'}
            className={buttonClass()}
          >
            {t(buttonTexts[view.state])}
          </button>
        )}
        {view.state === 'connecting' ? (
          <Button
            variant="bare"
            onClick={() => {
              wallet.cancel()
              button.current?.focus()
            }}
          >
            {t('cancel')}
          </Button>
        ) : null}
        {view.state === 'connected' && onSale?.buyUrl ? (
          <ButtonAnchor variant="primary" href={onSale.buyUrl} target="_blank" rel="noopener">
            {t('buy', { symbol: onSale.symbol })}
            <span className="sr-only">{t('buyAt', { host: new URL(onSale.buyUrl).host })}</span>
          </ButtonAnchor>
        ) : null}
      </div>
      <WalletStatus view={view} isCompact={isCompact} />
      <p className={classNames('text-small text-dust noscript:hidden', isCompact && 'min-[88rem]:hidden')}>
        {t('promise')}
        {leavesForApp ? (
          <>
            {' '}
            {t.rich('noApp', {
              download: (words) => (
                <a
                  href={walletDownload}
                  className="inline-flex min-h-11 items-center text-sand underline decoration-groove underline-offset-4"
                >
                  {words}
                </a>
              ),
            })}
          </>
        ) : null}
      </p>
      {isCompact ? <p className="sr-only hidden noscript:!hidden min-[88rem]:block">{t('promise')}</p> : null}
      {openCount > 0 ? (
        <Suspense>
          <WalletChooser id={chooser} openCount={openCount} wallets={view.wallets} onChoose={wallet.connect} />
        </Suspense>
      ) : null}
    </div>
  )
}

const buttonTexts = { disconnected: 'connect', connecting: 'connecting', connected: 'disconnect' } as const
