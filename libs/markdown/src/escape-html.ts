import MarkdownIt from 'markdown-it';

/** The parser's own escaping, so that our rules escape exactly like it. */
export const { escapeHtml } = new MarkdownIt().utils;
