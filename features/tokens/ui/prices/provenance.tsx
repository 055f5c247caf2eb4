import { Info } from 'lucide-react'
import { createElement, type MouseEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { lazyLoader } from '#ui/lazy-loader.ts'
import type { ShownPrice } from './price-store.ts'

const facts = lazyLoader(async () => (await import('./provenance-facts.tsx')).ProvenanceFacts)

/**
 * Button with a native popover about the source of a price. Its content is loaded on demand.
 *
 * @param isAsking Whether price sources are turned on.
 */
export function Provenance({ price, isAsking }: { price: ShownPrice; isAsking: boolean }) {
  const t = useTranslations('tokens.prices')
  const id = `price-${useId()}`
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [Facts, setFacts] = useState(() => facts.get())
  const [isMissing, setMissing] = useState(false)
  async function fetchFacts(): Promise<void> {
    const isHere = await facts.fetch()
    if (isHere) setFacts(() => facts.get())
    setMissing(!isHere)
  }
  function open(event: MouseEvent) {
    if (Facts) return
    // The popover opens once its content is loaded.
    event.preventDefault()
    void fetchFacts().then(() => {
      if (panel.current?.matches(':not(:popover-open)')) panel.current.showPopover({ source: button.current! })
    })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={t('source', { symbol: price.symbol })}
        onPointerEnter={() => void fetchFacts()}
        onFocus={() => void fetchFacts()}
        onClick={open}
        className="inline-grid size-11 shrink-0 cursor-pointer place-items-center text-dust transition-colors hover:text-sand"
      >
        <Info size={16} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className="m-auto w-[calc(100vw-2rem)] max-w-md rounded-plate border border-groove bg-plate-raised p-5 text-left font-sans text-sand normal-case backdrop:bg-plate/60 md:p-6"
      >
        {Facts ? createElement(Facts, { price, isAsking, panelId: id }) : null}
        {isMissing && !Facts ? (
          <p id={`${id}-title`} className="text-small">
            {t('sourceFailed')}
          </p>
        ) : null}
      </div>
    </>
  )
}
