import { RotateCw } from 'lucide-react'
import type { PlatformCard } from '#features/platforms/contract.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { type CardReason, reasonWords } from './site-words.ts'

/**
 * Stands for a platform's site where it is not framed: its host, its figure and why.
 *
 * @param onRetry Given where a second look may help.
 */
export function SiteCard({ platform, reason, onRetry }: { platform: PlatformCard; reason: CardReason; onRetry?: () => void }) {
  return (
    <div className="flex min-h-[26rem] flex-col border border-groove bg-plate">
      <div className="relative min-h-32 flex-1 overflow-hidden opacity-60" aria-hidden="true">
        <Figure
          slug={platform.id}
          variant="wide"
          sizes="(min-width: 64rem) 36rem, 90vw"
          priority
          className="absolute inset-0 size-full object-cover"
        />
      </div>
      <div className="flex flex-col gap-3 border-t border-groove p-5 md:p-6">
        <p className="title break-words">{new URL(platform.url).host}</p>
        <p role="status" className="measure">
          {reasonWords[reason]}
        </p>
        <p className="text-small text-dust">
          {onRetry ? 'Nothing more is loaded from there.' : 'Nothing is loaded from there until you open it.'}
        </p>
        {onRetry ? (
          <Button className="self-start" onClick={onRetry}>
            <RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />
            Try Again
          </Button>
        ) : null}
      </div>
    </div>
  )
}
