/** A server whose client's model answers with the text that it is asked. */
export class McpServer {
  server = {
    createMessage: async ({ messages }) => ({ role: 'assistant', model: 'echo', content: messages.at(-1).content }),
  };
}
