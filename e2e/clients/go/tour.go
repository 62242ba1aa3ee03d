// Uses the client that oapi-codegen generated from the OpenAPI document. Prints one line for each call.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"parley/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	credentials := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(os.Getenv("ZULIP_EMAIL"), os.Getenv("ZULIP_API_KEY"))
		return nil
	})
	api := must(client.NewClientWithResponses(os.Getenv("ZULIP_SITE")+"/api/v1", credentials))
	var to any = os.Getenv("CHANNEL")
	topic := "generated"
	sent := must(api.SendMessageWithResponse(ctx, client.SendMessageJSONRequestBody{Type: "channel", To: &to, Topic: &topic, Content: "Hello, **Go**"}))
	one := must(api.GetMessageWithResponse(ctx, sent.JSON200.Id, nil))
	fmt.Println(one.JSON200.Message.Id == sent.JSON200.Id, one.JSON200.RawContent)
	refused := must(api.GetEventsWithResponse(ctx, &client.GetEventsParams{QueueId: "none", LastEventId: -1}))
	fmt.Println(refused.StatusCode(), refused.JSON400.Code)
}
