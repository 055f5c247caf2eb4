// The package comes without types; this is what of it is used.
declare module 'bidi-js' {
  type Bidi = {
    getBidiCharTypeName(character: string): string
    getMirroredCharacter(character: string): string | null
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): { levels: Uint8Array }
  }
  export default function bidiFactory(): Bidi
}
