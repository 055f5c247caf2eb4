import { Tag } from '#ui/tag.tsx'

/** Badge of an entry of the sample content that nobody has edited. */
export function SampleBadge() {
  return <Tag>Sample</Tag>
}
