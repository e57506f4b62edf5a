package prefs

import (
	"encoding/json"
	"reflect"
	"strings"
)

// durationPattern is what a duration looks like in the file: "90s", "1h30m".
const durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$|^0$`

// schema is the part of JSON Schema that config.json needs.
type schema struct {
	Schema      string             `json:"$schema,omitempty"`
	ID          string             `json:"$id,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        string             `json:"type,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Minimum     *float64           `json:"minimum,omitempty"`
	Maximum     *float64           `json:"maximum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Default     json.RawMessage    `json:"default,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Additional  *schema            `json:"additionalProperties,omitempty"`
	Items       *schema            `json:"items,omitempty"`
}

// Schema is the JSON Schema of config.json, made from the table, for editors that check while one types.
func Schema() []byte {
	first := float64(1)
	top := &schema{
		Schema: "https://json-schema.org/draft/2020-12/schema", Title: "Dango's preferences", Type: "object",
		Properties: map[string]*schema{
			"version": {Description: "Format of this file.", Type: "integer", Minimum: &first, Default: json.RawMessage("1")},
		},
	}
	for _, s := range table {
		at, name := top, s.Key
		if section, rest, nested := strings.Cut(s.Key, "."); nested {
			if top.Properties[section] == nil {
				top.Properties[section] = &schema{Type: "object", Properties: map[string]*schema{}}
			}
			at, name = top.Properties[section], rest
		}
		at.Properties[name] = s.schema()
	}
	out, err := json.MarshalIndent(top, "", "  ")
	if err != nil {
		panic("prefs: the schema has no JSON: " + err.Error())
	}
	return append(out, '\n')
}

func (s Setting) schema() *schema {
	out := schemaOf(s.of)
	out.Description, out.Default, out.Enum = string(s.Doc)+" Allowed: "+s.Allowed.String()+".", json.RawMessage(s.Default), s.Choices
	if s.Range != nil {
		out.Minimum, out.Maximum = &s.Range[0], &s.Range[1]
	}
	if s.Type == Duration {
		out.Pattern = durationPattern
	}
	return out
}

// schemaOf describes the JSON of a Go type.
func schemaOf(t reflect.Type) *schema {
	switch t.Kind() {
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int:
		return &schema{Type: "integer"}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Interface:
		return &schema{} // anything
	case reflect.Slice:
		return &schema{Type: "array", Items: schemaOf(t.Elem())}
	case reflect.Map:
		return &schema{Type: "object", Additional: schemaOf(t.Elem())}
	case reflect.Struct:
		out := &schema{Type: "object", Properties: map[string]*schema{}}
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			out.Properties[name] = schemaOf(f.Type)
		}
		return out
	}
	panic("prefs: no JSON Schema for " + t.String())
}
