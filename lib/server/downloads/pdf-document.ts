import PDFKit from 'pdfkit'
import type { PdfFont, Weight } from './pdf-font'
import { PdfFonts, type PdfLine } from './pdf-fonts'

type FontSource = ReturnType<PdfFont['source']>

declare global {
  // Options of pdfkit that @types/pdfkit 0.17.6 lacks.
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, font: FontSource): this
    }
    interface StructureElementOptions {
      scope?: 'Row' | 'Column'
    }
  }
}

interface PdfOptions {
  title: string
  /** The text at the foot of every page, before its number. */
  foot: string
  /** Drawn large across every page, behind its text. */
  watermark?: string
  /** The note below a shortened cell that says where the rest is. */
  cutNote: string
  /** UTC instant. It is the only date in the file, so that the same input produces the same bytes. */
  asOf: string
  /** Texts of others that it may draw: fonts are loaded for their characters. */
  texts: Iterable<string>
}

/** The style of a text. */
interface TextStyle {
  size?: number
  weight?: Weight
  muted?: boolean
  /** The alignment of the lines; left by default. */
  align?: 'right'
  /** The width in points for line breaks; the page width by default. */
  width?: number
}

/** The colours of a stamp. */
export type StampColour = 'red' | 'green' | 'grey'

/** A column of a table: its width in points, and its alignment. */
export interface PdfColumn {
  title: string
  width: number
  align?: 'right'
}

/** A cell: paragraphs, followed by smaller, muted remarks. */
export type PdfCell = readonly { text: string; muted?: boolean }[]

const MARGIN = 40
const FOOT_HEIGHT = 24
const LEADING = 1.35
const CELL = { size: 8.5, mutedSize: 7.5, minSize: 5, gap: 8, padding: 3.5 }
/** The most lines of a cell, because a row must fit on a page. Longer text and remarks are cut. */
const MAX_LINES = { text: 40, remarks: 20 }
const HEAD_STYLE = { size: 8, weight: 'strong' } as const
const NO_TEXT: PdfLine = { text: '', runs: [], isFromRight: false, hasFromRight: false }
const INK = '#171a21'
const MUTED = '#5b6270'
const RULE = '#c9ccd3'
const STAMP = { size: 20, padding: 6, colours: { red: '#b42318', green: '#067647', grey: '#5b6270' } }
const WATERMARK = { size: 130, colour: '#e8eaed', angle: -50 }

/**
 * A tagged PDF, written from top to bottom. `taken` returns the finished pages, so that the document is never in memory
 * as a whole. `end` completes it.
 */
export class PdfDocument {
  readonly #pdf: PDFKit.PDFDocument
  readonly #fonts: PdfFonts
  readonly #options: PdfOptions
  #pages = 0
  #hasCodes = false
  #y = MARGIN
  #table: PDFKit.PDFStructureElement | undefined
  #columns: readonly PdfColumn[] = []

  static async begin(options: PdfOptions): Promise<PdfDocument> {
    return new PdfDocument(options, await PdfFonts.load([options.title, options.foot, ...options.texts]))
  }

  private constructor(options: PdfOptions, fonts: PdfFonts) {
    this.#options = options
    this.#fonts = fonts
    this.#pdf = new PDFKit({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      fontLayoutCache: false,
      info: {
        Title: this.#plain(options.title),
        Producer: 'Billing Console',
        Creator: 'Billing Console',
        CreationDate: new Date(options.asOf),
      },
    })
    for (const font of fonts.all) this.#pdf.registerFont(font.name, font.source())
    this.#turnPage()
  }

  /** Writes a heading or a paragraph over the whole width. */
  text(tag: 'H1' | 'H2' | 'P', text: string, style: TextStyle = {}): void {
    const { size = 9, width = this.#width } = style
    const lines = this.#wrap(text, width, style)
    const element = this.#pdf.struct(tag)
    this.#pdf.addStructure(element)
    for (const line of lines) {
      if (this.#y + size * LEADING > this.#bottom) this.#turnPage()
      element.add(() => this.#drawIn([MARGIN, width], line, this.#y, style))
      this.#y += size * LEADING
    }
    element.end()
  }

  /**
   * Draws a word in a box at the top right of the page, beside the next text.
   * @returns the width to the left of it
   */
  stamp(word: string, colour: StampColour): number {
    const { size, padding, colours } = STAMP
    const width = this.#fonts.widthOf(word, size, 'strong') + 2 * padding
    const left = MARGIN + this.#width - width
    const element = this.#pdf.struct('P')
    this.#pdf.addStructure(element)
    element.add(() => {
      this.#pdf
        .rect(left, MARGIN, width, size + 2 * padding)
        .lineWidth(2)
        .strokeColor(colours[colour])
        .stroke()
      this.#pdf.font('strong').fontSize(size).fillColor(colours[colour])
      this.#pdf.text(word, left + padding, MARGIN + padding, { lineBreak: false })
    })
    element.end()
    return this.#width - width - 2 * CELL.gap
  }

  /** Writes lines at the end of the last page, below a rule. */
  atEnd(lines: readonly string[]): void {
    const style = { size: 8, muted: true }
    const wrappedLines = lines.flatMap((line) => this.#wrap(line, this.#width, style)).map(({ text }) => text)
    if (wrappedLines.length === 0) return
    const top = this.#bottom - wrappedLines.length * style.size * LEADING - CELL.padding
    if (this.#y > top) this.#turnPage()
    this.#y = Math.max(this.#y, top)
    this.#endRow()
    for (const line of wrappedLines) this.text('P', line, style)
  }

  space(points: number): void {
    this.#y += points
  }

  /** Starts a table. Its head is repeated on every page. */
  table(columns: readonly PdfColumn[]): void {
    this.#columns = columns
    this.#table = this.#pdf.struct('Table')
    this.#pdf.addStructure(this.#table)
    const head = this.#pdf.struct('TR')
    this.#table.add(head)
    this.#drawHead((draw) => {
      const cell = this.#pdf.struct('TH', { scope: 'Column' })
      head.add(cell)
      cell.add(draw)
      cell.end()
    })
    head.end()
    this.#endRow()
  }

  row(cells: readonly PdfCell[]): void {
    const drawn = cells.map((cell, index) => this.#cellLines(cell, this.#columns[index]))
    const height = Math.max(...drawn.map((lines) => lines.reduce((sum, { size }) => sum + size * LEADING, 0)))
    if (this.#y + height + CELL.padding > this.#bottom) {
      this.#turnPage()
      this.#artifact(() => this.#drawHead((draw) => draw()))
      this.#endRow()
    }
    const row = this.#pdf.struct('TR')
    this.#table?.add(row)
    let x = MARGIN
    for (const [index, { width, align }] of this.#columns.entries()) {
      const cell = this.#pdf.struct('TD')
      row.add(cell)
      let y = this.#y
      for (const { line, size, muted } of drawn[index] ?? []) {
        cell.add(() => this.#drawIn([x, width], line, y, { size, muted, align }))
        y += size * LEADING
      }
      cell.end()
      x += width + CELL.gap
    }
    row.end()
    this.#y += height
    this.#endRow()
  }

  endTable(): void {
    this.#table?.end()
    this.#table = undefined
  }

  /** The number of pages so far. */
  get pages(): number {
    return this.#pages
  }

  /** True when some character so far was written as its code. */
  get hasCodes(): boolean {
    return this.#hasCodes
  }

  end(): void {
    this.#pdf.end()
  }

  /** Returns the bytes since the last call; null when there are none. */
  taken(): Uint8Array | null {
    return this.#pdf.read()
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * MARGIN
  }

  get #bottom(): number {
    return this.#pdf.page.height - MARGIN - FOOT_HEIGHT
  }

  #turnPage(): void {
    this.#pdf.addPage()
    this.#pages += 1
    this.#y = MARGIN
    const { height } = this.#pdf.page
    const page = `Page ${this.#pages}`
    const { watermark } = this.#options
    if (watermark !== undefined) this.#artifact(() => this.#drawWatermark(watermark))
    const style = { size: 7.5, muted: true }
    this.#artifact(() => {
      const y = height - MARGIN - 8
      const [foot, ...rest] = this.#wrap(this.#options.foot, this.#width - 60, style)
      if (foot) this.#draw(rest.length > 0 ? this.#oneLine(`${foot.text} …`, style) : foot, MARGIN, y, style)
      this.#drawIn([MARGIN, this.#width], this.#oneLine(page, style), y, { ...style, align: 'right' })
    })
  }

  #drawWatermark(word: string): void {
    const { size, colour, angle } = WATERMARK
    const { width, height } = this.#pdf.page
    const left = (width - this.#fonts.widthOf(word, size, 'strong')) / 2
    this.#pdf.save().rotate(angle, { origin: [width / 2, height / 2] })
    this.#pdf.font('strong').fontSize(size).fillColor(colour)
    this.#pdf.text(word, left, (height - size) / 2, { lineBreak: false }).restore()
  }

  /** @param place calls the function that draws a title */
  #drawHead(place: (draw: () => void) => void): void {
    let x = MARGIN
    for (const { title, width, align } of this.#columns) {
      const left = x
      place(() => this.#drawIn([left, width], this.#oneLine(title, HEAD_STYLE), this.#y, { ...HEAD_STYLE, align }))
      x += width + CELL.gap
    }
    this.#y += HEAD_STYLE.size * LEADING
  }

  #endRow(): void {
    const y = this.#y + CELL.padding / 2
    this.#artifact(() =>
      this.#pdf
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + this.#width, y)
        .lineWidth(0.5)
        .strokeColor(RULE)
        .stroke(),
    )
    this.#y += CELL.padding
  }

  #cellLines(cell: PdfCell, { width = 0, align }: Partial<PdfColumn> = {}) {
    const linesOf = (isMuted: boolean, most: number) => {
      const texts = cell.filter(({ muted = false }) => muted === isMuted)
      const usual = isMuted ? CELL.mutedSize : CELL.size
      // A number stays on one line: a long one gets a smaller font.
      const size = align === 'right' ? this.#fitting(texts, width, usual) : usual
      const lines = texts
        .flatMap(({ text }) => this.#wrap(text, width, { size }))
        .map((line) => ({ line, size, muted: isMuted }))
      const style = { size: CELL.mutedSize, muted: true }
      const cut = { line: this.#oneLine(this.#options.cutNote, style), ...style }
      return lines.length <= most ? lines : [...lines.slice(0, most), cut]
    }
    return [...linesOf(false, MAX_LINES.text), ...linesOf(true, MAX_LINES.remarks)]
  }

  /** Returns the font size at which the longest word fits the width, down to a readable minimum. */
  #fitting(texts: PdfCell, width: number, usual: number): number {
    const words = texts.flatMap(({ text }) => this.#toDrawable(text).split(/\s/))
    const widest = Math.max(0, ...words.map((word) => this.#fonts.widthOf(word, usual)))
    return widest <= width ? usual : Math.max(CELL.minSize, (usual * width * 0.99) / widest)
  }

  #wrap(text: string, width: number, { size = 9, weight }: TextStyle): PdfLine[] {
    return this.#fonts.lines(this.#toDrawable(text), width, size, weight)
  }

  #oneLine(text: string, style: TextStyle): PdfLine {
    return this.#wrap(text, Infinity, style)[0] ?? NO_TEXT
  }

  /** Draws a line at an edge of a box: at the right one if its text starts there. */
  #drawIn([x, width]: [x: number, width: number], line: PdfLine, y: number, style: TextStyle): void {
    const isRight = style.align === 'right' || line.isFromRight
    this.#draw(line, isRight ? x + width - widthOfLine(line, style.size ?? 9) : x, y, style)
  }

  #draw(line: PdfLine, x: number, y: number, { size = 9, muted = false }: TextStyle): void {
    const isShaped = line.runs.some(({ font }) => font.isShaped) && !line.hasFromRight
    // Glyphs of Thai and Devanagari are neither in the order of the letters nor one each: programs read the text from here.
    if (isShaped) this.#pdf.markContent('Span', { actual: line.text })
    let left = x
    for (const { font, text } of line.runs) {
      const top = y + (this.#fonts.ascent - font.ascent) * size
      this.#pdf
        .font(font.name)
        .fontSize(size)
        .fillColor(muted ? MUTED : INK)
        .text(text, left, top, { lineBreak: false })
      left += font.widthOf(text, size)
    }
    if (isShaped) this.#pdf.endMarkedContent()
  }

  /** Draws page decoration, which screen readers skip. */
  #artifact(draw: () => unknown): void {
    this.#pdf.markContent('Artifact', { type: 'Pagination' })
    draw()
    this.#pdf.endMarkedContent()
  }

  #toDrawable(text: string): string {
    const drawn = this.#fonts.drawable(text)
    this.#hasCodes ||= /\[U\+[\dA-F]{4,6}\]/.test(drawn)
    return drawn
  }

  /** pdfkit writes the title into XML without escaping it. */
  #plain(title: string): string {
    return this.#toDrawable(title).replaceAll(/[<>&\n]/g, '_')
  }
}

const widthOfLine = ({ runs }: PdfLine, size: number) =>
  runs.reduce((width, { font, text }) => width + font.widthOf(text, size), 0)
