import { Wallet } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { Dialog, openDialog } from '#ui/dialog.tsx'
import type { WalletView } from './wallet-view.ts'

/**
 * Dialog that asks which wallet to connect.
 *
 * @param openCount Opens the dialog whenever it increases.
 * @param onChoose Called with the id of the wallet after closing.
 */
export function WalletChooser({
  id,
  openCount,
  wallets,
  onChoose,
}: {
  id: string
  openCount: number
  wallets: WalletView['wallets']
  onChoose: (id: string) => void
}) {
  const t = useTranslations('tokens.wallet')
  useEffect(() => openDialog(id), [id, openCount])
  return (
    <Dialog id={id} title={t('choose')}>
      <ul className="flex flex-col border-b border-groove">
        {wallets.map(({ id: walletId, name, icon }) => (
          <li key={walletId} className="border-t border-groove">
            <Button
              variant="bare"
              onClick={(event) => {
                // Closed first, so that the focus returns to the button, which now has the label ‘Connecting...’.
                event.currentTarget.closest('dialog')?.close()
                onChoose(walletId)
              }}
              className="w-full !justify-start gap-4 py-4 !text-small text-sand"
            >
              {icon ? (
                <img src={icon} alt="" width={28} height={28} className="size-7 shrink-0" />
              ) : (
                <Wallet size={28} className="shrink-0" />
              )}
              {name}
            </Button>
          </li>
        ))}
      </ul>
      <p className="pt-5 text-small text-dust">{t('promise')}</p>
    </Dialog>
  )
}
