/** A text of the page, what it said, and the element that a translator has put in its place. */
type Translation = { original: string; element: ChildNode }

/**
 * Keeps a page usable that the browser translates (R57). Chrome replaces each text by a `<font>` element; React goes on
 * changing the text that is no longer in the page, shows old numbers, and fails when it removes it. So a replaced text
 * is put back, empty, before its translation. Once React changes or removes it, the translation goes, and the translator
 * translates the new text. Hydration compares texts, so translations are taken back until it has ended.
 *
 * Returns a function that shows the original, which the translator may translate again.
 */
export function followTranslation(root: Document, isHydrating = () => false): () => void {
  const translations = new Map<Text, Translation>()
  const observer = new MutationObserver((records) => {
    const changes = records.filter(({ type }) => type === 'characterData')
    const changed = new Map(changes.reverse().map(({ target, oldValue }): [Node, string] => [target, oldValue ?? '']))
    update(translations, changed, new Set(records.flatMap(({ addedNodes }) => [...addedNodes])))
    for (const [text, element] of replacedTexts(records, translations)) {
      // Some translators move the text itself into the element, and change it there.
      const isMoved = element.contains(text)
      const original = (isMoved && changed.get(text)) || text.data
      if (isHydrating() || (changed.has(text) && !isMoved)) showOriginal(text, original, element)
      else translations.set(text, putBack(text, original, element))
    }
    // Of its own changes.
    observer.takeRecords()
  })
  observer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true })
  return () => {
    for (const [text, { original, element }] of translations) showOriginal(text, original, element)
    translations.clear()
    observer.takeRecords()
  }
}

/**
 * Removes the translation of a text that was removed or changed; a translation that was taken back leaves the original, and
 * not a second time beside the text that the translator has put in its place.
 */
function update(
  translations: Map<Text, Translation>,
  changed: ReadonlyMap<Node, string>,
  added: ReadonlySet<Node>,
): void {
  for (const [node, { original, element }] of translations) {
    const isEmpty = node.isConnected && !changed.has(node)
    if (isEmpty && element.isConnected) {
      if (element.previousSibling !== node) node.after(element)
      continue
    }
    translations.delete(node)
    element.remove()
    if (!isEmpty) continue
    const { nextSibling: twin } = node
    if (twin instanceof Text && added.has(twin) && twin !== node) twin.remove()
    node.data = original
  }
}

/** The texts that were removed where a translator has added an element, each with that element. */
function replacedTexts(
  records: readonly MutationRecord[],
  known: ReadonlyMap<Text, Translation>,
): Map<Text, ChildNode> {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)))
  const replaced = new Map<Text, ChildNode>()
  if (added.size === 0) return replaced
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || known.has(text)) continue
      const element = [...addedNodes, previousSibling, nextSibling].filter(isFont).find((font) => added.delete(font))
      if (element?.isConnected) replaced.set(text, element)
    }
  }
  return replaced
}

function putBack(text: Text, original: string, element: ChildNode): Translation {
  if (element.contains(text)) text.replaceWith(text.data)
  text.data = ''
  element.before(text)
  return { original, element }
}

function showOriginal(text: Text, original: string, element: ChildNode): void {
  text.data = original
  element.replaceWith(text)
}

function isFont(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.localName === 'font'
}
