// Types of the used part of the package, which has none.
declare module 'bidi-js' {
  type EmbeddingLevels = { levels: Uint8Array }
  type Bidi = {
    getBidiCharTypeName(character: string): string
    getMirroredCharacter(character: string): string | null
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[]
  }
  export default function bidiFactory(): Bidi
}
