import type { ArtDirection } from '#shared/art-direction.ts'
import type { Platform } from './contract.ts'

const round = (
  material: ArtDirection['material'],
  density: ArtDirection['density'],
  ground: string,
  ink: string,
): ArtDirection => ({ material, ground, ink, density, frame: 'circle' })

/**
 * Art directions of the categories, which form one family: a round plate on a plain background. The material shows the
 * kind of platform: thread on pale backgrounds for services, metal for money, frost for collections, light for AI
 * studios, and ink on paper for media. Colors distinguish platforms of the same kind.
 */
const directions: Record<Platform['category'], ArtDirection> = {
  'Central Hub': round('thread', 'sparse', '#d6e3ec', '#1b3d63'),
  'B2B Solutions': round('thread', 'sparse', '#f1cba9', '#6d1d2a'),
  'Security': round('thread', 'sparse', '#cfe0b4', '#20401c'),
  'Consulting': round('thread', 'sparse', '#e8d2e8', '#4d1b58'),

  'Token Builder': round('mercury', 'even', '#5b3c08', '#ffe9b5'),
  'RWA': round('mercury', 'sparse', '#0d4a36', '#e0f7e8'),
  'Trading': round('mercury', 'full', '#22405e', '#e1effb'),
  'XRPL Tools': round('mercury', 'even', '#3a2468', '#ebe0ff'),
  'DeFi': round('mercury', 'sparse', '#70291a', '#ffdccb'),

  'NFT Platform': round('frost', 'even', '#5c1238', '#ffe8f2'),
  'Music NFTs': round('frost', 'full', '#0b4f57', '#e2fbfb'),

  'AI Creation': round('light', 'even', '#06141f', '#5fd4ff'),
  'AI Avatars': round('light', 'sparse', '#170a26', '#c58dff'),
  'AI Artist': round('light', 'sparse', '#1e0a0a', '#ff8a66'),
  'AI Music': round('light', 'full', '#06180f', '#7dff9b'),

  'Radio': round('ink', 'even', '#f4c430', '#2a1608'),
  'Media Network': round('ink', 'sparse', '#f3ece0', '#8c1d1d'),
  'Biography': round('ink', 'full', '#e9e4d6', '#23305e'),
}

/** Returns the art direction of a platform, by its category. */
export function platformArtDirection({ category }: Pick<Platform, 'category'>): ArtDirection {
  return directions[category]
}
