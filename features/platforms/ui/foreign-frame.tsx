import { useEffect, useState } from 'react'
import type { PlatformCard } from '#features/platforms/contract.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { SiteCard } from './site-card.tsx'
import { frameLimitMs } from './site-words.ts'

/**
 * Another company's site in a frame: with its scripts, without the page around it. It may not lead this page away, open its own dialogs, or ask for
 * a device. What does not appear in time, or leads on to a place that is not framed, gives way to the card.
 */
export function ForeignFrame({ platform, src }: { platform: PlatformCard; src: string }) {
  const [attempt, setAttempt] = useState(0)
  return <OneAttempt key={attempt} platform={platform} src={src} onRetry={() => setAttempt(attempt + 1)} />
}

function OneAttempt({ platform, src, onRetry }: { platform: PlatformCard; src: string; onRetry: () => void }) {
  const [phase, setPhase] = useState<'loading' | 'shown' | 'slow' | 'blocked'>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setPhase((now) => (now === 'loading' ? 'slow' : now)), frameLimitMs)
    // What the policy of the page refuses fires `load` like everything else; this is the only word of it.
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => effectiveDirective === 'frame-src' && setPhase('blocked')
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
  }, [])
  if (phase === 'slow' || phase === 'blocked') return <SiteCard platform={platform} reason={phase} onRetry={onRetry} />
  return (
    <div className="relative isolate h-[26rem] overflow-hidden border border-groove bg-plate">
      <iframe
        title={`${platform.name}, its site`}
        src={src}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => setPhase((now) => (now === 'loading' ? 'shown' : now))}
        className={phase === 'shown' ? 'block size-full bg-sand' : 'block size-full opacity-0'}
      />
      {phase === 'loading' ? (
        <div className="absolute inset-0 flex flex-col justify-end p-6">
          <div className="absolute inset-0 -z-10 opacity-40" aria-hidden="true">
            <Figure slug={platform.id} variant="wide" sizes="(min-width: 64rem) 36rem, 90vw" className="size-full object-cover" />
          </div>
          <p role="status" className="label text-dust">
            Opening {new URL(src).host} …
          </p>
        </div>
      ) : null}
    </div>
  )
}
