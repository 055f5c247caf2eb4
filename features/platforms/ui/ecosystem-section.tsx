import type { PlatformCard } from '#features/platforms/contract.ts'
import { Section } from '#ui/section.tsx'
import { PlatformCarousel } from './platform-carousel.tsx'

/** Ecosystem section of the landing page: a carousel of all platforms. */
export function EcosystemSection({ side, platforms }: { side: string; platforms: PlatformCard[] }) {
  return (
    <Section
      id="ecosystem"
      side={side}
      title="18+ platforms in one ecosystem"
      lead="Tools for making music, hearing it, owning it and checking what you sign. Each says what it does and how it helps before it asks you for anything."
    >
      <PlatformCarousel label="the ecosystem" platforms={platforms} intervalMs={6000} />
    </Section>
  )
}
